import { join } from 'node:path';
import type { PluginSkill } from '../skills';
import type { PluginRecord } from './registry';

/**
 * The skills a package without JavaScript brings (S6), those with something wrong among them. A component that stands for the whole
 * folder, because that can't be read, is none.
 */
export function packageSkills({ description }: PluginRecord, directory: string): PluginSkill[] {
  const { id, components } = description;
  return components.flatMap((component) =>
    component.kind === 'skill' && component.folder.includes('/')
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
