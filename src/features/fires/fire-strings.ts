/** Words that load with the row and the panel. */
export const moreStrings = {
  en: {
    density: 'Fires by number',
    few: 'few',
    many: 'many',
    closer: 'Zoom in for single fires by age.',
  },
  zh: {
    density: '火点密度',
    few: '少',
    many: '多',
    closer: '放大后按时效显示单个火点。',
  },
}
