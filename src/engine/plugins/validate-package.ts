import { realpathSync } from 'node:fs';
import type { McpServerComponent, RegisteredComponent, SkillComponent } from '../../shared/components';
import { type ErrorInfo, SecAgentError, toErrorInfo } from '../../shared/errors';
import type { Diagnostic } from '../../shared/plugins';
import type { PluginPackage } from '../plugin-host';
import type { PackageDescription } from './formats';
import { judgeSkills, judgeTools, named, readRegistered } from './registered-components';
import type { TrialActivation } from './trial-activation';

/** What a package holds and what its author should know (M14). */
export interface PackageReport {
  format: PackageDescription['format'];
  manifest: Omit<
    PackageDescription,
    'format' | 'permissions' | 'diagnostics' | 'components' | 'icon' | 'readme'
  >;
  permissions: PackageDescription['permissions'];
  components: {
    skills: SkillComponent[];
    mcpServers: McpServerComponent[];
    tools: RegisteredComponent[];
    prompts: RegisteredComponent[];
    rules: RegisteredComponent[];
    preRules: RegisteredComponent[];
  };
  diagnostics: Diagnostic[];
}

/**
 * Reports on an unpacked package. What a native plugin holds is known once it has run, so it is started once by `tryIt`; that it
 * does not start is an `error` among the diagnostics, and the rest of the report stands.
 * @param tryIt throws `managed` where the plugin may not run
 */
export async function validatePackage(
  description: PackageDescription,
  directory: string,
  tryIt: (plugin: PluginPackage) => Promise<TrialActivation>,
): Promise<PackageReport> {
  const { format, permissions, diagnostics, components, icon: _, readme: __, ...manifest } = description;
  const { id, name, version, main, network } = description;
  const skills = components.filter((component) => component.kind === 'skill');
  const mcpServers = components.filter((component) => component.kind === 'mcp-server');
  const report: PackageReport = {
    format,
    manifest,
    permissions,
    components: { skills, mcpServers, tools: [], prompts: [], rules: [], preRules: [] },
    diagnostics: [...diagnostics],
  };
  if (main === null) return report;
  const root = realpathSync(directory);
  try {
    const trial = await tryIt({ id, name, version, main, network, permissions, directory: root });
    if (trial.error) report.diagnostics.push(failed(trial.error, main));
    Object.assign(report.components, registered(trial, root));
  } catch (error) {
    if (!(error instanceof SecAgentError)) throw error;
    report.diagnostics.push(error.code === 'managed' ? notTried(error) : failed(toErrorInfo(error), main));
  }
  return report;
}

function registered(
  { tools, skills, prompts, rules, preRules }: TrialActivation,
  root: string,
): Omit<PackageReport['components'], 'mcpServers'> {
  const read = readRegistered(skills);
  return {
    skills: judgeSkills(read, root),
    tools: judgeTools(tools, read),
    prompts: named('prompt', prompts),
    rules: named('rule', rules),
    preRules: named('pre-rule', preRules),
  };
}

function failed({ message }: ErrorInfo, file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'activation_failed',
    message: `it was started once, and did not start: ${message}`,
    file,
  };
}

function notTried({ message }: SecAgentError): Diagnostic {
  return {
    severity: 'warning',
    code: 'activation_not_tried',
    message: `it was not started, so its tools and skills are not known: ${message}`,
  };
}
