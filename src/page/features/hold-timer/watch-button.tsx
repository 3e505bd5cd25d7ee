import { useTranslation } from 'react-i18next'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'

/** Pins or unpins an airport or place by id. */
export function WatchButton({ icao, name = icao }: { icao: string; name?: string }) {
  const { t } = useTranslation('clock')
  const isWatched = usePage((state) => state.watched.includes(icao))
  const toggle = usePage((state) => state.toggleWatched)
  return (
    <Button
      pressed={isWatched}
      title={t(isWatched ? 'watch.removeHint' : 'watch.addHint', { name })}
      onClick={() => toggle(icao)}
    >
      {t(isWatched ? 'watch.remove' : 'watch.add')}
    </Button>
  )
}
