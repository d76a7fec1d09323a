import type { PreRuleMatcher } from '../../plugin-api/api';
import { apiLimits } from '../../plugin-api/limits';
import { checkFunction, checkObject, invalid } from './checks';
import { pluginError } from './errors';
import { recent } from './recent';

type Render = (result: unknown) => unknown;

/** The calls of pre-rules (S18). A `render` is a function and stays in here, under the number of its call. */
export function openPreRules(
  pluginId: string,
  matcherOf: (name: string) => PreRuleMatcher | undefined,
  hasTool: (name: string) => boolean,
) {
  const renders = recent<Render>();

  const read = (preRule: string, run: number, outcome: unknown) => {
    if (outcome === undefined || outcome === null || outcome === false) return null;
    if (typeof outcome !== 'object')
      throw invalid(`pre-rule ${preRule} must return {tool, arguments, render?} or nothing`);
    const { tool, arguments: args, render } = outcome as Record<string, unknown>;
    const prefix = `${pluginId}__`;
    const name = typeof tool === 'string' && tool.startsWith(prefix) ? tool.slice(prefix.length) : tool;
    if (typeof name !== 'string' || !hasTool(name)) {
      throw invalid(
        `pre-rule ${preRule} calls ${JSON.stringify(tool) ?? 'nothing'}, which is no tool of this plugin`,
      );
    }
    const checked = checkObject(
      `the arguments of pre-rule ${preRule}`,
      args ?? {},
      apiLimits.preRuleArgumentsLength,
    );
    const isRendered = render !== undefined && render !== null;
    if (isRendered) renders.put(run, checkFunction(`render of pre-rule ${preRule}`, render) as Render);
    return { preRule, tool: name, arguments: checked, renders: isRendered, run };
  };

  return {
    match(preRule: string, text: string, run: number): unknown {
      const outcome: unknown = matcherOf(preRule)?.(text);
      return outcome instanceof Promise
        ? outcome.then((settled) => read(preRule, run, settled))
        : read(preRule, run, outcome);
    },
    render(run: number, result: unknown): unknown {
      const render = renders.take(run);
      if (!render) throw pluginError('internal', 'the pre-rule is no longer there');
      const text = render(result);
      return text instanceof Promise ? text.then(checkAnswer) : checkAnswer(text);
    },
  };
}

function checkAnswer(text: unknown): string {
  if (typeof text !== 'string') throw pluginError('tool_result_invalid', 'render must return a string');
  if (text.length > apiLimits.ruleMessageLength)
    throw pluginError(
      'quota_exceeded',
      `render returned more than ${apiLimits.ruleMessageLength} characters`,
    );
  return text;
}
