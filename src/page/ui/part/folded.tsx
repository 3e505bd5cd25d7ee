import { type ReactNode, useState } from 'react'

interface FoldedProps {
  title: string
  className?: string | undefined
  children: ReactNode
}

/** A section that is rendered and loaded only when opened. */
export function Folded({ title, className, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={className} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? children : null}
    </details>
  )
}
