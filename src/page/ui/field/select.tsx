interface SelectProps<Value extends string | number> {
  value: Value
  options: readonly Value[]
  nameOf(value: NoInfer<Value>): string
  onChange(value: NoInfer<Value>): void
  'aria-label'?: string
  className?: string | undefined
  disabled?: boolean
}

export function Select<Value extends string | number>({ options, nameOf, onChange, ...select }: SelectProps<Value>) {
  return (
    <select
      {...select}
      onChange={({ target }) => onChange(options.find((each) => String(each) === target.value) ?? select.value)}
    >
      {options.map((each) => (
        <option key={each} value={each}>
          {nameOf(each)}
        </option>
      ))}
    </select>
  )
}

/** The same after its label. */
export function LabelledSelect<Value extends string | number>({
  label,
  ...select
}: SelectProps<Value> & { label: string }) {
  return (
    <label>
      <span>{label}</span>
      <Select {...select} />
    </label>
  )
}
