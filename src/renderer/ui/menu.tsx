import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
}

/** A menu under (or over) its button. Not modal: the modal kind injects a style element the policy forbids. */
export function Menu({ trigger, children, side = 'bottom', align = 'end' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-44 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  'flex h-8 items-center gap-2 rounded-sm px-2 outline-none select-none data-[highlighted]:bg-hover';

export function MenuItem({
  icon,
  danger = false,
  children,
  onSelect,
}: {
  icon: ReactNode;
  danger?: boolean;
  children: ReactNode;
  onSelect(): void;
}) {
  return (
    <Radix.Item onSelect={onSelect} className={clsx(itemClass, danger && 'text-bad')}>
      {icon}
      {children}
    </Radix.Item>
  );
}

/** A titled group of which one is chosen. */
export function MenuChoice<T extends string>({
  title,
  value,
  options,
  stays = false,
  onChange,
}: {
  title: string;
  value: T | null;
  options: readonly { value: T; label: string; note?: ReactNode }[];
  /** the menu stays: the effect is visible at once and may be taken back */
  stays?: boolean;
  onChange(value: T): void;
}) {
  return (
    <>
      <Radix.Label className="px-2 pt-1.5 pb-0.5 text-xs text-ink-3">{title}</Radix.Label>
      <Radix.RadioGroup value={value ?? ''} aria-label={title} onValueChange={(next) => onChange(next as T)}>
        {options.map((option) => (
          <Radix.RadioItem
            key={option.value}
            value={option.value}
            className={clsx(itemClass, 'pl-7')}
            onSelect={(event) => stays && event.preventDefault()}
          >
            <Radix.ItemIndicator className="absolute left-3">
              <Check size={14} aria-hidden />
            </Radix.ItemIndicator>
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.note}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}
