import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CapabilitiesScreen } from './capabilities/capabilities-screen';
import { ChatScreen } from './chat/chat-screen';
import { EngineBanner } from './engine-banner';
import { OnboardingScreen } from './onboarding/onboarding-screen';
import { DropTarget } from './packages/drop-target';
import { PackageNotices } from './packages/package-notices';
import { SettingsScreen } from './settings/settings-screen';
import { DeletedNotice } from './sidebar/deleted-notice';
import { openNewChat, Sidebar } from './sidebar/sidebar';
import { useEngine } from './state/engine';
import { usePreferences } from './state/preferences';
import { useView } from './state/view';

/** Whether this is somebody's first start, as far as main remembers. */
const mayBeNew = new URLSearchParams(location.search).has('new');

/** The window: side bar, one screen, and what may lie over both. */
export function App() {
  useTranslation(); // texts outside React components follow the language as well
  const { loaded, welcomed } = usePreferences();
  const coming = useEngine(({ state, restarts }) => restarts === 0 && /^(starting|ready)$/.test(state));
  useShortcuts();
  if (!loaded && coming && mayBeNew) return null; // for a moment: neither screen may flash before the other
  if (!welcomed) {
    return (
      <>
        <OnboardingScreen />
        <PackageNotices />
        <DropTarget />
      </>
    );
  }
  return (
    <div className="flex h-full">
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <EngineBanner />
        <div className="min-h-0 flex-1">
          <CurrentScreen />
        </div>
      </div>
      <DeletedNotice />
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
      if (event.key.toLowerCase() !== 'n' || !usePreferences.getState().welcomed) return;
      event.preventDefault();
      openNewChat();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
