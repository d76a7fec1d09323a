import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorInfo } from '../../shared/errors';
import { Button } from './button';
import { ErrorNote } from './error-note';
import { Spinner } from './spinner';

interface LoadStateProps {
  /** null: nothing went wrong, it is not there yet */
  error: ErrorInfo | null;
  title?: string;
  onRetry(): void;
}

/** In place of what has not been read yet, or could not be. */
export function LoadState({ error, title, onRetry }: LoadStateProps): ReactNode {
  const { t } = useTranslation();
  if (!error)
    return (
      <p className="flex h-full items-center justify-center gap-2 text-ink-3">
        <Spinner /> {t('common.loading')}
      </p>
    );
  return (
    <div className="mx-auto max-w-xl p-6">
      <ErrorNote {...(title && { title })} error={error}>
        <Button onClick={onRetry}>{t('common.retry')}</Button>
      </ErrorNote>
    </div>
  );
}
