import type { Entry, SessionDetail } from '../shared/sessions';

/** A session as Markdown, for export and for reading in the terminal. */
export function sessionMarkdown(session: SessionDetail): string {
  const blocks = session.entries.map(entryMarkdown).filter((block) => block !== '');
  return [`# ${session.title || session.id}`, ...blocks].join('\n\n');
}

function entryMarkdown(entry: Entry): string {
  switch (entry.kind) {
    case 'user':
      return `**>** ${entry.text}`;
    case 'skill':
      return `*skill ${entry.name} (“${entry.matched}”)*`;
    case 'rule':
      return `*rule ${entry.pluginId}/${entry.rule}: ${entry.error ? entry.error.message : entry.outcome}*`;
    case 'summary':
      return `*…*\n\n${entry.text.replace(/^/gm, '> ')}`;
    case 'notice':
      return '';
    case 'assistant': {
      const parts = entry.parts.map((part) => {
        if (part.type === 'text') return part.text;
        if (part.type === 'reasoning') return part.text.replace(/^/gm, '> ');
        const { key, arguments: args, result, error } = part.call;
        return `\`\`\`\n${key} ${JSON.stringify(args)}\n→ ${error ? error.message : JSON.stringify(result)}\n\`\`\``;
      });
      if (entry.status !== 'done') parts.push(`*${entry.error?.message ?? entry.status}*`);
      return parts.join('\n\n');
    }
  }
}
