/** Costs are stored in ten-thousandths of the currency's unit, so that sums are exact. */
export const unitsOfCost = 10_000

/** Milliseconds after which the delivery of an SMS without a report is unknown. */
export const reportTimeout = 72 * 60 * 60 * 1000
