import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import styles from './latest-report.module.css'

const SAID_MS = 2_000

/** The report as it came, to be copied with one click. */
export function RawReport({ raw }: { raw: string }) {
  const { t } = useTranslation('airports')
  const [said, setSaid] = useState<'copied' | 'copyFailed' | null>(null)
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])

  async function copy() {
    try {
      await navigator.clipboard.writeText(raw)
      setSaid('copied')
    } catch {
      setSaid('copyFailed')
    }
  }

  return (
    <figure className={styles.raw} aria-label={t('panel.raw')}>
      <code className={styles.text}>{raw}</code>
      <IconButton
        label={t('panel.copy')}
        icon={said === 'copied' ? <Check size={15} /> : <Copy size={15} />}
        onClick={() => void copy()}
      />
      <output className={said === 'copyFailed' ? styles.failed : 'visually-hidden'}>
        {said ? t(`panel.${said}`) : ''}
      </output>
    </figure>
  )
}
