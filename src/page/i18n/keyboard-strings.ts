/** What is said to who goes by the keyboard, or by ear. */
export const keyboardStrings = {
  en: {
    selection: 'What is selected',
    opened: 'Its panel is open. F6 leads there.',
    silentSince: 'Nothing arrives since {{since}}. What is shown is what was received before.',
    brokenSince: 'Since {{since}}. Trying again; what is shown is what was received before.',
  },
  zh: {
    selection: '所选内容',
    opened: '面板已打开，按 F6 前往。',
    silentSince: '自 {{since}} 起没有数据到达。图上是此前收到的内容。',
    brokenSince: '自 {{since}} 起。正在重试；图上是此前收到的内容。',
  },
} as const
