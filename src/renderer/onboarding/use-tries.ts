import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n';
import { currentModel, useModels } from '../state/models';
import { usePlugins } from '../state/plugins';
import { triesFor } from './tries';

/** Sentences to try that work as things are now. */
export function useTries(): { texts: string[]; ready: boolean } {
  const { t } = useTranslation();
  const plugins = usePlugins(({ list }) => list);
  const models = useModels(({ list }) => list);
  const tries = triesFor(plugins, currentModel(models), currentLanguage());
  if (tries.kind === 'package') return { texts: [...tries.texts], ready: tries.ready };
  return { texts: tries.texts.map((name) => t(`tries.${name}`)), ready: true };
}
