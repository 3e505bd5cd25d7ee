import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { Button } from '../../ui/button.tsx'
import styles from './wall-builder.module.css'

addWords(import.meta.glob('../../../locales/*/wall-builder.json', { eager: true, import: 'default' }))

/** The wall on a display of 1920 × 1080, reduced. It loads a second page, so it opens on demand. */
export function WallPreview({ link }: { link: string }) {
  const { t } = useTranslation('wall-builder')
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
