import type { McpTransport } from '../../shared/components';
import { contentsTexts, shownTransport } from '../../shared/texts/contents';
import { currentLanguage } from '../i18n';

/** Exactly how a server of a package is started or reached (M2): each word of a command in a box of its own. */
export function ServerTransport({ transport }: { transport: McpTransport }) {
  const t = contentsTexts[currentLanguage()];
  const { command, url, cwd, env, headers } = shownTransport(transport);
  const rows = [
    [t.command, command ?? []],
    [t.url, url === null ? [] : [url]],
    [t.cwd, cwd === null ? [] : [cwd]],
    [t.env, env],
    [t.headers, headers],
  ] as const;
  return (
    <dl className="selectable grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
      {rows
        .filter(([, words]) => words.length > 0)
        .map(([label, words]) => (
          <div key={label} className="contents">
            <dt className="leading-6 text-ink-3">{label}</dt>
            <dd className="flex min-w-0 flex-wrap gap-1">
              {words.map((word, at) => (
                <code
                  // biome-ignore lint/suspicious/noArrayIndexKey: a command's words have a place and may repeat
                  key={at}
                  className="min-h-6 min-w-3 rounded-sm border border-line bg-sunken px-1.5 font-mono leading-[1.375rem] whitespace-pre-wrap text-ink [overflow-wrap:anywhere]"
                >
                  <bdi>{word}</bdi>
                </code>
              ))}
            </dd>
          </div>
        ))}
    </dl>
  );
}
