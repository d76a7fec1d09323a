import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { TextInput } from './field';

interface SearchInputProps {
  label: string;
  value: string;
  maxLength: number;
  onChange(value: string): void;
  className?: string;
}

/** Narrows a list down. */
export function SearchInput({ label, value, maxLength, onChange, className }: SearchInputProps) {
  return (
    <div className={clsx('relative', className)}>
      <Search size={14} aria-hidden className="absolute top-[9px] left-2.5 text-ink-3" />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        className="h-8! ps-8 text-sm"
      />
    </div>
  );
}
