import { Popover } from 'radix-ui'
import type { ComponentProps, ReactNode, Ref } from 'react'
import styles from './popover-sheet.module.css'

type Content = ComponentProps<typeof Popover.Content>

interface PopoverSheetProps
  extends Pick<ComponentProps<typeof Popover.Root>, 'open' | 'onOpenChange'>,
    Pick<Content, 'onKeyDown' | 'onCloseAutoFocus' | 'children'> {
  /** Name and tooltip of the button. */
  label: string
  title?: string
  icon: ReactNode
  className?: string
  trigger?: Ref<HTMLButtonElement>
  /** Whether shortcuts of the page are off while the focus is in the sheet. */
  keepsKeys?: boolean
}

/** A button of the bar with the sheet that it opens. */
export function PopoverSheet(props: PopoverSheetProps) {
  const { label, title = label, icon, className = '', trigger, keepsKeys, open, onOpenChange, ...content } = props
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger ref={trigger} className={`${styles.trigger} ${className}`} aria-label={label} title={label}>
        {icon}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.sheet}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={title}
          data-keeps-keys={keepsKeys || undefined}
          {...content}
        />
      </Popover.Portal>
    </Popover.Root>
  )
}
