import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CapabilitiesScreen } from './capabilities/capabilities-screen';
import { ChatScreen } from './chat/chat-screen';
import { EngineBanner } from './engine-banner';
import { DropTarget } from './packages/drop-target';
import { PackageNotices } from './packages/package-notices';
import { openNewChat, Sidebar } from './sidebar/sidebar';
import { useView } from './state/view';

/** The window: side bar, one screen, and what may lie over both. */
export function App() {
  useTranslation(); // texts outside React components follow the language as well
  const screen = useView((view) => view.screen);
  useShortcuts();
  return (
    <div className="flex h-full">
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <EngineBanner />
        <div className="min-h-0 flex-1">{screen === 'chat' ? <ChatScreen /> : <CapabilitiesScreen />}</div>
      </div>
      <PackageNotices />
      <DropTarget />
    </div>
  );
}

function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'n') return;
      event.preventDefault();
      openNewChat();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
