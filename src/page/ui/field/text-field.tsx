import type { InputHTMLAttributes } from 'react'

interface TextFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'required' | 'maxLength' | 'pattern' | 'autoComplete' | 'value'
  > {
  label: string
  onChange(text: string): void
}

/** A field with its name inside it. */
export function TextField({ label, onChange, ...input }: TextFieldProps) {
  return <input {...input} aria-label={label} placeholder={label} onChange={({ target }) => onChange(target.value)} />
}
