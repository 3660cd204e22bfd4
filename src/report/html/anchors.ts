/** Where things stand in the page. */
export const failureAt = (id: string): string => `failure-${id}`
export const ruleAt = (id: string): string => `rule-${id}`
