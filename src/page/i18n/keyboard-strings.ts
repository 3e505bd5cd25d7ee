/** Texts for keyboard and screen reader users. */
export const keyboardStrings = {
  en: {
    selection: 'Selection',
    opened: 'Panel open. Press F6 to go there.',
    silentSince: 'No data since {{since}}. Showing the last data received.',
    brokenSince: 'Since {{since}}. Reconnecting; showing the last data received.',
  },
  zh: {
    selection: '所选内容',
    opened: '面板已打开，按 F6 前往。',
    silentSince: '自 {{since}} 起无数据。图上是此前收到的数据。',
    brokenSince: '自 {{since}} 起。正在重连；图上是此前收到的数据。',
  },
} as const
