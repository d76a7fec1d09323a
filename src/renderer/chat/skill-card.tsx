import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../shared/sessions';
import { Disclosure } from '../ui/disclosure';

/** A skill that loaded by itself (S14), or that somebody asked for with /skill (H3): which, and why. */
export function SkillCard({ skill }: { skill: Extract<Entry, { kind: 'skill' }> }) {
  const { t } = useTranslation();
  const wasAsked = skill.pattern === '';
  return (
    <Disclosure
      summary={
        <>
          <BookOpen size={14} aria-hidden className="shrink-0 text-accent" />
          <span className="truncate">
            {t('skill.loaded', { name: skill.name })}
            <span className="text-ink-3">
              {' — '}
              {wasAsked ? t('skill.asked') : t('skill.because', { matched: skill.matched })}
            </span>
          </span>
        </>
      }
    >
      <dl className="selectable grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm [overflow-wrap:anywhere]">
        {!wasAsked && (
          <>
            <dt className="text-ink-3">{t('skill.pattern')}</dt>
            <dd className="font-mono text-xs leading-[1.3125rem]">{skill.pattern}</dd>
          </>
        )}
        <dt className="text-ink-3">{t('skill.path')}</dt>
        <dd className="font-mono text-xs leading-[1.3125rem]">{skill.path}</dd>
      </dl>
      <section
        aria-label={t('skill.text')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="selectable mt-2.5 max-h-80 overflow-auto rounded-md bg-sunken px-3 py-2 font-sans text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {skill.text}
      </section>
    </Disclosure>
  );
}
