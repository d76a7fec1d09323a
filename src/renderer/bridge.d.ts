import type { ChatBridge, ConsentBridge } from '../shared/bridge';

declare global {
  interface Window {
    /** in the chat page only */
    readonly secagent: ChatBridge;
    /** in the consent view only */
    readonly secagentConsent: ConsentBridge;
  }
}
