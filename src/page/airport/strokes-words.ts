/** Texts of strikes around a place. */
export const strokesStrings = {
  en: {
    within: 'Strokes within {{km}} km',
    nearest: 'Nearest stroke',
    lies: '{{direction}}, {{when}}',
    none: 'None received',
    loading: 'Loading',
    noneWithin: 'within {{distance}}',
  },
  zh: {
    within: '{{km}} km 内闪电',
    nearest: '最近的闪电',
    lies: '{{direction}}方，{{when}}',
    none: '未收到',
    loading: '加载中',
    noneWithin: '{{distance}} 内',
  },
} as const
