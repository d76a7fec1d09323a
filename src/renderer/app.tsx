import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CapabilitiesScreen } from './capabilities/capabilities-screen';
import { ChatScreen } from './chat/chat-screen';
import { EngineBanner } from './engine-banner';
import { DropTarget } from './packages/drop-target';
import { PackageNotices } from './packages/package-notices';
import { SettingsScreen } from './settings/settings-screen';
import { openNewChat, Sidebar } from './sidebar/sidebar';
import { useView } from './state/view';

/** The window: side bar, one screen, and what may lie over both. */
export function App() {
  useTranslation(); // texts outside React components follow the language as well
  useShortcuts();
  return (
    <div className="flex h-full">
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <EngineBanner />
        <div className="min-h-0 flex-1">
          <CurrentScreen />
        </div>
      </div>
      <PackageNotices />
      <DropTarget />
    </div>
  );
}

function CurrentScreen() {
  const screen = useView((view) => view.screen);
  switch (screen) {
    case 'chat':
      return <ChatScreen />;
    case 'capabilities':
      return <CapabilitiesScreen />;
    case 'settings':
      return <SettingsScreen />;
  }
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
