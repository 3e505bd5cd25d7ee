import { registerPointBudgetSuite } from '../../../testing/engines/point-budget-suite.ts'
import { openLocalPointBudget } from './local-point-budget.ts'

registerPointBudgetSuite('of one process', openLocalPointBudget)
