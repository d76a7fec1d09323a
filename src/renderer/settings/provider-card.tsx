import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedModel, ListedProvider, ModelList } from '../../shared/settings';
import { useLocked } from '../state/managed';
import { connectModel, removeProvider, testModel, useModels } from '../state/models';
import { Badge } from '../ui/badge';
import { Button, IconButton } from '../ui/button';
import { ConnectionResult } from '../ui/connection-result';
import { Dialog } from '../ui/dialog';
import { Spinner } from '../ui/spinner';

/** One connected service with its models. Its address and key are changed in the connect view. */
export function ProviderCard({ provider, list }: { provider: ListedProvider; list: ModelList }) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState(false);
  const models = list.models.filter(({ id }) => id.startsWith(`${provider.id}:`));
  const locked = useLocked('models.providers');
  const edit = () => void connectModel({ providerId: provider.id });
  return (
    <li className="rounded-lg border border-line">
      <div className="flex items-center gap-2 py-3 ps-4 pe-2.5">
        <div className="min-w-0 flex-1">
          <h3 className="flex items-center gap-2 font-medium">
            <span className="truncate">{provider.name}</span>
            {!provider.hasKey && <Badge tone="warn">{t('model.noKey')}</Badge>}
          </h3>
          <p className="selectable truncate font-mono text-xs text-ink-3">{provider.baseUrl}</p>
        </div>
        {!provider.hasKey && (
          <Button onClick={edit}>
            <KeyRound size={14} aria-hidden />
            {t('model.enterKey')}
          </Button>
        )}
        <IconButton label={`${t('settings.edit')} ${provider.name}`} disabled={locked} onClick={edit}>
          <Pencil size={15} aria-hidden />
        </IconButton>
        <IconButton
          label={`${t('settings.remove')} ${provider.name}`}
          disabled={locked}
          onClick={() => setRemoving(true)}
          className="hover:text-bad"
        >
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {models.map((model) => (
          <ModelLine key={model.id} model={model} />
        ))}
      </ul>
      <Dialog
        open={removing}
        title={t('settings.removeTitle', { name: provider.name })}
        onClose={() => setRemoving(false)}
        actions={
          <>
            <Button onClick={() => setRemoving(false)}>{t('common.cancel')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setRemoving(false);
                void removeProvider(provider.id);
              }}
            >
              {t('settings.removeConfirm')}
            </Button>
          </>
        }
      >
        <p>{t('settings.removeText')}</p>
      </Dialog>
    </li>
  );
}

function ModelLine({ model }: { model: ListedModel }) {
  const { t } = useTranslation();
  const result = useModels(({ tests }) => tests[model.id]);
  return (
    <li className="py-2 ps-4 pe-2.5">
      <div className="flex items-center gap-2">
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <span className="truncate">{model.label}</span>
          {model.current && <Badge tone="accent">{t('settings.inUse')}</Badge>}
        </span>
        <Button
          variant="quiet"
          className="h-7! text-sm"
          aria-label={t('settings.testModel', { name: model.label })}
          disabled={result === 'testing'}
          onClick={() => void testModel(model.id)}
        >
          {result === 'testing' && <Spinner />}
          {result === 'testing' ? t('settings.testing') : t('settings.test')}
        </Button>
      </div>
      {result && result !== 'testing' && (
        <div className="mt-2 mb-1 pe-1.5">
          <ConnectionResult result={result} />
        </div>
      )}
    </li>
  );
}
