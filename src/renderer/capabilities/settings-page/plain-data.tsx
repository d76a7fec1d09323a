import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { JsonBlock } from '../../ui/json-block';
import type { Data } from './read-data';

/** Data nobody has described, readable: labels with values, lists, small tables (S19). Nothing of it is a link. */
export function PlainData({ data, label }: { data: Data; label: string }) {
  const { t } = useTranslation();
  switch (data.kind) {
    case 'text':
      return <bdi className="whitespace-pre-wrap">{data.text}</bdi>;
    case 'boolean':
      return data.value ? t('settingsPage.yes') : t('settingsPage.no');
    case 'nothing':
      return <span className="text-ink-3">{t('settingsPage.none')}</span>;
    case 'json':
      return <JsonBlock label={label} value={data.value} empty={t('settingsPage.none')} />;
    case 'list':
      return (
        <ul className="flex flex-wrap gap-1.5">
          {data.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and never move
            <li key={at} className="rounded-sm border border-line bg-sunken px-1.5">
              <bdi>{item}</bdi>
            </li>
          ))}
          <More count={data.more} as="li" />
        </ul>
      );
    case 'entries':
      return (
        <div>
          <dl className="flex flex-col divide-y divide-line">
            {data.entries.map((entry) => (
              <Entry key={entry.label} label={entry.label} data={entry.data} />
            ))}
          </dl>
          <More count={data.more} />
        </div>
      );
    case 'table':
      return <Table {...data} label={label} />;
  }
}

/** What has a width of its own stands below its label, the rest beside it. */
function Entry({ label, data }: { label: string; data: Data }) {
  const wide = data.kind === 'table' || data.kind === 'entries' || data.kind === 'json';
  return (
    <div className={wide ? 'py-2' : 'flex gap-4 py-1.5'}>
      <dt
        className={clsx(
          'shrink-0 text-ink-3 [overflow-wrap:anywhere]',
          !wide && 'w-2/5 max-w-40',
          data.kind === 'json' && 'sr-only', // the block says it itself, beside its button
        )}
      >
        <bdi>{label}</bdi>
      </dt>
      <dd
        className={clsx(
          wide ? 'mt-1' : 'min-w-0 flex-1',
          data.kind === 'entries' && 'border-s border-line ps-3',
        )}
      >
        <PlainData data={data} label={label} />
      </dd>
    </div>
  );
}

function Table({ columns, rows, more, label }: Extract<Data, { kind: 'table' }> & { label: string }) {
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full text-start [overflow-wrap:break-word]">
          <thead className="bg-sunken text-xs text-ink-3">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-2.5 py-1 text-start font-medium whitespace-nowrap">
                  <bdi>{column}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and never move
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={columns[column]} className="max-w-72 px-2.5 py-1 align-top">
                    <PlainData data={cell} label={label} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <More count={more} />
    </>
  );
}

function More({ count, as: Tag = 'p' }: { count: number; as?: 'p' | 'li' }) {
  const { t } = useTranslation();
  return count > 0 ? <Tag className="pt-1 text-ink-3">{t('settingsPage.more', { count })}</Tag> : null;
}
