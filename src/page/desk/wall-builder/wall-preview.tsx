import { useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import styles from './wall-builder.module.css'
import { wallBuilderStrings } from './wall-builder-strings.ts'

/** The wall on a display of 1920 × 1080, reduced. It loads a second page, so it opens on demand. */
export function WallPreview({ link }: { link: string }) {
  const t = useWords('wallBuilder', wallBuilderStrings)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('preview')}
      </Button>
      {isOpen ? (
        <div className={styles.preview}>
          <iframe key={link} title={t('preview')} src={link} tabIndex={-1} inert />
        </div>
      ) : null}
    </>
  )
}
