import { BookOpen, CircleAlert, Globe, type LucideIcon, TerminalSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PackageComponent } from '../../shared/components';
import { contentsOf, contentsTexts, type ReachableServer } from '../../shared/texts/contents';
import { currentLanguage } from '../i18n';
import { ReasonList } from '../ui/reason-list';
import { ServerTransport } from '../ui/server-transport';

/** What a package without code brings, weighty things first: what would run outside the sandbox, with its exact command (M2). */
export function PackageContents({ components }: { components: readonly PackageComponent[] }) {
  const t = contentsTexts[currentLanguage()];
  const { programs, remotes, skills, skipped } = contentsOf(components);
  return (
    <div className="flex flex-col gap-4">
      {programs.length > 0 && (
        <Part icon={TerminalSquare} colour="text-warn" title={t.programs} detail={t.programsDetail}>
          <Servers servers={programs} />
        </Part>
      )}
      {remotes.length > 0 && (
        <Part icon={Globe} colour="text-warn" title={t.remotes} detail={t.remotesDetail}>
          <Servers servers={remotes} />
        </Part>
      )}
      {skills.length > 0 && (
        <Part icon={BookOpen} colour="text-ink-3" title={t.skills(skills.length)} detail={t.skillsDetail}>
          <ul className="selectable flex flex-col gap-1 text-sm [overflow-wrap:anywhere]">
            {skills.map(({ name, description }) => (
              <li key={name}>
                <bdi className="font-mono text-xs">{name}</bdi>
                <bdi className="ms-2 text-ink-2">{description}</bdi>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {programs.length + remotes.length + skills.length === 0 && <p>{t.nothing}</p>}
      {skipped.length > 0 && (
        <Part icon={CircleAlert} colour="text-bad" title={t.skipped}>
          <ul className="flex flex-col gap-2">
            {skipped.map(({ kind, name, reasons }) => (
              <li key={`${kind} ${name}`}>
                <p className="font-mono text-xs [overflow-wrap:anywhere]">
                  <bdi>{name}</bdi>
                </p>
                <ReasonList reasons={reasons} grave />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({
  icon: Icon,
  colour,
  title,
  detail,
  children,
}: {
  icon: LucideIcon;
  colour: string;
  title: string;
  detail?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex gap-2.5">
      <Icon size={17} aria-hidden className={`mt-[3px] shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1">
        <h3 className="font-medium text-pretty">{title}</h3>
        {detail && <p className="text-sm text-pretty text-ink-2">{detail}</p>}
        <div className="mt-1.5">{children}</div>
      </div>
    </section>
  );
}

function Servers({ servers }: { servers: readonly ReachableServer[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {servers.map(({ name, transport, reasons }) => (
        <li key={name} className="rounded-md border border-line px-2.5 py-2">
          <p className="mb-1 text-sm font-medium [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </p>
          <ServerTransport transport={transport} />
          {reasons.length > 0 && (
            <div className="mt-1.5">
              <ReasonList reasons={reasons} grave={false} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
