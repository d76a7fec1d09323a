import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button';

/** Copies a text, or what makes it, and says so for a moment. */
export function CopyButton({ label, text }: { label: string; text: string | (() => string) }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      label={copied ? t('common.copied') : label}
      onClick={() => setCopied(copyText(typeof text === 'string' ? text : text()))}
    >
      {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </IconButton>
  );
}

/** By way of a selection: the clipboard API is a permission, and pages of the app get none (ATTACKS 24). */
function copyText(text: string): boolean {
  const carrier = document.createElement('textarea');
  carrier.value = text;
  carrier.className = 'fixed -left-full';
  const before = document.activeElement;
  document.body.append(carrier);
  carrier.select();
  const done = document.execCommand('copy');
  carrier.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
