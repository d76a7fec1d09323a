import { Switch as Radix } from 'radix-ui';

interface SwitchProps {
  label: string;
  describedBy?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

export function Switch({ label, describedBy, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="relative h-5 w-9 shrink-0 rounded-full border border-line-strong bg-hover transition-colors disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-3.5 translate-x-[3px] rounded-full bg-ink-3 transition-transform data-[state=checked]:translate-x-[17px] data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
