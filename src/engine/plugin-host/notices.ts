import type { GenerationContext } from './generation';
import type { checkNotice } from './host-messages';
import type { Registry } from './registry';

/** Does what a checked notice of a plugin's process says. */
export function applyNotice(
  { method, params }: ReturnType<typeof checkNotice>,
  registry: Registry,
  { log, status }: Pick<GenerationContext, 'log' | 'status'>,
  crashed: (reason: string) => void,
): void {
  switch (method) {
    case 'log':
      params.lines.forEach(({ level, text, at }, index) => {
        log.fromPlugin(level, text, at, index === 0 ? params.dropped : 0);
      });
      return;
    case 'setStatus':
      return status(params.message === '' ? null : params);
    case 'fatal':
      return crashed(params.reason);
    case 'registerTool':
      return registry.registerTool(params);
    case 'registerSkill':
      return registry.registerSkill(params);
    case 'registerPrompt':
      return registry.registerPrompt(params);
    case 'registerRule':
      return registry.registerRule(params);
    case 'registerPreRule':
      return registry.registerPreRule(params);
    case 'registerSettings':
      return registry.registerSettings(params);
    case 'unregister':
      return registry.unregister(params);
  }
}
