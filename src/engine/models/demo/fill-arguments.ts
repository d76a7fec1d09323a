import { isPlainObject } from '../../../shared/json';

/** Arguments found in the message by simple rules, and the required ones that were not found. */
export function fillArguments(
  schema: Record<string, unknown>,
  message: string,
): { args: Record<string, unknown>; missing: string[] } {
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => typeof name === 'string')
    : [];
  const numbers = [...message.matchAll(/-?\d+(?:\.\d+)?/g)].map(([text]) => Number(text));
  const quoted = [...message.matchAll(/[“"「『'‘]([^”"」』'’]+)[”"」』'’]/g)].map(
    (match) => match[1] as string,
  );
  const args: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = find(name, isPlainObject(property) ? property : {}, message, numbers, quoted);
    if (value !== undefined) args[name] = value;
  }
  const missing = required.filter((name) => !Object.hasOwn(args, name));
  return { args, missing };
}

function find(
  name: string,
  property: Record<string, unknown>,
  message: string,
  numbers: number[],
  quoted: string[],
): unknown {
  const named = message.match(
    new RegExp(`${name.replace(/[^\w]/g, '.')}\\s*[:=：]\\s*["“「]?([^\\s,，;；"”」]+)`, 'i'),
  )?.[1];
  if (Array.isArray(property.enum))
    return property.enum.find((option) => named === String(option) || message.includes(String(option)));
  switch (property.type) {
    case 'number':
    case 'integer':
      return named === undefined ? numbers.shift() : Number(named);
    case 'boolean':
      return named === undefined ? undefined : named === 'true';
    case 'string':
      return (
        named ??
        quoted.shift() ??
        (/^(?:text|query|question|message|input|content)$/i.test(name) ? message : undefined)
      );
    default:
      return undefined;
  }
}
