import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './button';
import { TextInput } from './field';

/** An input for something nobody should read over a shoulder, with a button that shows it. */
export function SecretInput({
  reveal,
  conceal,
  className,
  disabled,
  ...props
}: ComponentProps<'input'> & { reveal: string; conceal: string }) {
  const [revealed, setRevealed] = useState(false);
  return (
    <div className="relative">
      <TextInput
        {...props}
        disabled={disabled}
        type={revealed ? 'text' : 'password'}
        className={clsx('pe-10 font-mono text-sm placeholder:font-sans', className)}
      />
      <IconButton
        label={revealed ? conceal : reveal}
        aria-pressed={revealed}
        disabled={disabled}
        onClick={() => setRevealed(!revealed)}
        className="absolute top-1 right-1"
      >
        {revealed ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
      </IconButton>
    </div>
  );
}
