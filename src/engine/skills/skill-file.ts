import matter from 'gray-matter';
import { SecAgentError } from '../../shared/errors';

export interface SkillDocument {
  name: string | null;
  description: string | null;
  /** everything after the frontmatter */
  body: string;
}

/** gray-matter runs `---js` frontmatter as code unless its engines are replaced. */
const refuseCode = () => {
  throw new SecAgentError('skill_invalid', 'frontmatter must be YAML');
};
const engines = {
  javascript: refuseCode,
  js: refuseCode,
  coffee: refuseCode,
  coffeescript: refuseCode,
  json: refuseCode,
};

/**
 * Reads the text of a SKILL.md: BOM and CRLF are fine, frontmatter is optional, only YAML is read.
 * @throws `skill_invalid` when the frontmatter is no YAML mapping
 */
export function parseSkill(text: string): SkillDocument {
  const clean = (text.startsWith('\uFEFF') ? text.slice(1) : text).replaceAll('\r\n', '\n');
  let parsed: { data: unknown; content: string };
  try {
    // Options are passed on purpose: without them gray-matter caches by text and returns a shared object.
    parsed = matter(clean, { engines });
  } catch (error) {
    if (error instanceof SecAgentError) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new SecAgentError('skill_invalid', `the frontmatter of SKILL.md is not valid YAML: ${reason}`);
  }
  const data =
    typeof parsed.data === 'object' && parsed.data !== null ? (parsed.data as Record<string, unknown>) : {};
  return {
    name: string(data, 'name'),
    description: string(data, 'description'),
    body: parsed.content.replace(/^\n+/, ''),
  };
}

function string(data: Record<string, unknown>, key: string): string | null {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
