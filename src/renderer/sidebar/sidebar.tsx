import { clsx } from 'clsx';
import { Blocks, type LucideIcon, Settings, SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusComposer } from '../chat/composer';
import { startNewChat } from '../state/conversation';
import { usePlugins } from '../state/plugins';
import { type Screen, useView } from '../state/view';
import { Button } from '../ui/button';
import { SessionList } from './session-list';

/** New chat, the chats so far, and the way to everything else. */
export function Sidebar() {
  const { t } = useTranslation();
  const troubled = usePlugins(({ list }) =>
    list.some(({ state }) => state === 'error' || state === 'needs-consent'),
  );
  return (
    <nav
      aria-label={t('sidebar.label')}
      className="flex h-full w-60 shrink-0 flex-col border-e border-line bg-canvas max-[960px]:w-52"
    >
      <div className="p-3 pb-2">
        <Button className="w-full justify-start! px-2.5!" onClick={openNewChat} title="Ctrl+N">
          <SquarePen size={15} aria-hidden className="text-accent" />
          {t('sidebar.newChat')}
        </Button>
      </div>
      <SessionList />
      <div className="flex flex-col gap-0.5 border-t border-line p-2">
        <ScreenButton icon={Blocks} screen="capabilities" label={t('sidebar.capabilities')}>
          {troubled && (
            <span
              role="img"
              aria-label={t('sidebar.attention')}
              title={t('sidebar.attention')}
              className="size-2 rounded-full bg-warn"
            />
          )}
        </ScreenButton>
        <ScreenButton icon={Settings} screen="settings" label={t('sidebar.settings')} />
      </div>
    </nav>
  );
}

function ScreenButton({
  icon: Icon,
  screen,
  label,
  children,
}: {
  icon: LucideIcon;
  screen: Screen;
  label: string;
  children?: ReactNode;
}) {
  const view = useView();
  const current = view.screen === screen;
  return (
    <button
      type="button"
      aria-current={current ? 'page' : undefined}
      onClick={() => view.show(screen)}
      className={clsx(
        'flex h-8 items-center gap-2 rounded-md px-2 text-start',
        current ? 'bg-accent-soft font-medium text-accent-strong' : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="flex-1">{label}</span>
      {children}
    </button>
  );
}

export function openNewChat(): void {
  startNewChat();
  useView.getState().show('chat');
  requestAnimationFrame(focusComposer); // the composer may only now be in the page
}
