import { join } from 'node:path';
import type { PluginSkill } from '../skills';
import type { PluginRecord } from './registry';

/**
 * The skills a package without JavaScript brings (S6), those with something wrong among them.
 */
export function packageSkills({ description }: PluginRecord, directory: string): PluginSkill[] {
  const { id, components } = description;
  return components.flatMap((component) =>
    component.kind === 'skill' && component.folder !== null
      ? {
          name: `${id}/${component.name}`,
          source: 'package' as const,
          pluginId: id,
          description: component.description,
          directory: join(directory, component.folder),
          within: directory,
          pattern: null,
          reasons: component.reasons,
          isSound: component.status !== 'skipped',
        }
      : [],
  );
}
