import { RadioGroup } from 'radix-ui';

/** A few choices side by side, of which one is on. */
export function Segments<T extends string>({
  value,
  options,
  disabled = false,
  onChange,
  ...labels
}: {
  value: T;
  options: readonly { value: T; label: string }[];
  disabled?: boolean;
  onChange(value: T): void;
  'aria-labelledby'?: string;
  'aria-label'?: string;
}) {
  return (
    <RadioGroup.Root
      {...labels}
      orientation="horizontal"
      disabled={disabled}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="flex rounded-md border border-line-strong bg-raised p-0.5"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="h-7 flex-1 rounded-sm px-2 text-sm whitespace-nowrap text-ink-2 hover:text-ink data-[state=checked]:bg-accent-soft data-[state=checked]:font-medium data-[state=checked]:text-accent-strong disabled:pointer-events-none disabled:opacity-60"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
