import { alarmStrings as sent } from '../../core/watch/alarm-strings.ts'

/** Texts of alarms used by several features, worded as in channel messages. */
export const alarmStrings = {
  en: {
    sentence: sent.en.stage,
    feed: sent.en.feed,
    stage: sent.en.stageName,
    away: '{{distance}} away',
    perhaps: 'possibly inside (accuracy {{errorKm}} km)',
    likely: 'likely {{time}}',
    watchedShare: 'data for {{percent}}% of the hold time',
    simulated: 'simulated',
  },
  zh: {
    sentence: sent.zh.stage,
    feed: sent.zh.feed,
    stage: sent.zh.stageName,
    away: '距离 {{distance}}',
    perhaps: '可能在圈内（定位误差 {{errorKm}} km）',
    likely: '可能于 {{time}} 到达',
    watchedShare: '观察时间内数据覆盖 {{percent}}%',
    simulated: '模拟',
  },
}
