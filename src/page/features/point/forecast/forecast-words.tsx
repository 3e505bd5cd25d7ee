import { numberText } from '../../../../core/util/format.ts'
import type { ForecastSeries } from '../../../../core/weather/forecast.ts'
import { rainSpells } from '../../../../core/weather/rain-spells.ts'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import { usePage } from '../../../state/page-store.ts'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'
import { spanText } from './forecast-times.ts'

const RAIN = /^(precipitation|rain)$/
/** The first spells alone: more is no line of words. */
const SPELLS = 2

/** The forecast in a line: time and amount of rain, temperature range, strongest gust. */
export function ForecastWords({ series, zone }: { series: ForecastSeries; zone: string }) {
  const t = usePointWords()
  const lang = usePage((state) => state.lang)
  const format = useFormat()
  const valuesOf = (name: RegExp) => series.elements.find((element) => name.test(element.name))?.values
  const knownOf = (name: RegExp) => valuesOf(name)?.filter((value) => value !== null) ?? []
  const rain = valuesOf(RAIN)
  const temperatures = knownOf(/^temperature$/)
  const gusts = knownOf(/^wind_gust$/)
  const spells = rain ? rainSpells(series.timesMs, rain) : []
  const isRainKnown = rain?.every((value) => value !== null)
  const told = [
    ...spells
      .slice(0, SPELLS)
      .map(({ fromMs, toMs, mm }) =>
        t('words.rain', { span: spanText(fromMs, toMs, zone, lang), mm: numberText(mm, mm < 10 ? 1 : 0) }),
      ),
    spells.length > SPELLS ? t('words.moreRain') : '',
    spells.length === 0 && isRainKnown ? t('words.dry') : '',
    temperatures.length > 0
      ? t('words.temperature', {
          from: numberText(Math.min(...temperatures), 0),
          to: numberText(Math.max(...temperatures), 0),
        })
      : '',
    gusts.length > 0 ? t('words.gusts', { speed: quantityText(format.windSpeed(Math.max(...gusts))) }) : '',
  ].filter(Boolean)
  if (told.length === 0) return null
  return <p className={styles.words}>{told.join(t('words.comma'))}</p>
}
