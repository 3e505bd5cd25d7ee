/** How good arrivals were on recorded storms. */
export const arrivalScoreStrings = {
  en: {
    score:
      'Of such arrivals {{percent}}% came between the earliest and the latest time ({{cases}} cases of {{events}} recorded storm events, each left out of the fit).',
  },
  zh: {
    score:
      '此类到达时间有 {{percent}}% 落在最早与最晚之间（{{events}} 次已记录雷暴过程共 {{cases}} 例，检验时均未参与拟合）。',
  },
}
