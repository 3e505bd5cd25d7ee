import type { InputHTMLAttributes, Ref } from 'react'

interface TextFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'type'
    | 'required'
    | 'maxLength'
    | 'pattern'
    | 'autoComplete'
    | 'spellCheck'
    | 'placeholder'
    | 'className'
    | 'value'
    | 'onKeyDown'
  > {
  ref?: Ref<HTMLInputElement>
  label: string
  onChange(text: string): void
}

/** A field with its name inside it. Escape empties a filled search field, and closes what contains an empty one. */
export function TextField({ label, onChange, onKeyDown, ...input }: TextFieldProps) {
  return (
    <input
      placeholder={label}
      {...input}
      aria-label={label}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (input.type !== 'search' || event.key !== 'Escape' || input.value === '') return
        event.preventDefault()
        event.stopPropagation()
        onChange('')
      }}
    />
  )
}
