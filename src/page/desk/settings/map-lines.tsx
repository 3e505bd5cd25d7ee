import { mapLinesStrings } from '../../i18n/map-lines-strings.ts'
import { useWords } from '../../i18n/use-words.ts'
import { MAP_LINES } from '../../state/choices.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import styles from './settings.module.css'

/** Which lines are drawn over the ground. */
export function MapLines() {
  const t = useWords('map-lines', mapLinesStrings)
  const shown = usePage((state) => state.mapLines)
  const toggle = usePage((state) => state.toggleMapLine)
  return (
    <fieldset className={styles.lines}>
      <legend className="visually-hidden">{t('label')}</legend>
      <span aria-hidden="true">{t('label')}</span>
      <span className={styles.buttons}>
        {MAP_LINES.map((line) => (
          <Button key={line} pressed={shown.includes(line)} onClick={() => toggle(line)}>
            {t(line)}
          </Button>
        ))}
      </span>
    </fieldset>
  )
}
