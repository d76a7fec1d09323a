/** Services that know thinking only as on or off, and by which field of the request. */
const switches: readonly { hosts: RegExp; body: (on: boolean) => Record<string, unknown> }[] = [
  {
    hosts: /(^|\.)(dashscope(-intl)?\.aliyuncs\.com|siliconflow\.cn)$/,
    body: (on) => ({ enable_thinking: on }),
  },
  {
    hosts: /(^|\.)(bigmodel\.cn|z\.ai|volces\.com|moonshot\.cn)$/,
    body: (on) => ({ thinking: { type: on ? 'enabled' : 'disabled' } }),
  },
];

/** Turns `reasoning_effort` of a request into what the service at this address calls it; others keep it. */
export function thinkingSwitch(
  hostname: string,
): ((body: Record<string, unknown>) => Record<string, unknown>) | undefined {
  const found = switches.find(({ hosts }) => hosts.test(hostname));
  if (!found) return undefined;
  return ({ reasoning_effort: effort, ...body }) =>
    effort === undefined ? body : { ...body, ...found.body(effort !== 'none') };
}
