/** A link of the chain of seals that is not as it was made. */
export interface SealFault {
  readonly table: 'seal'
  readonly number: number
  /**
   * unreadable: made by a newer version. cut: it was noted down, and the chain ends before it. other: it is not the one that was.
   */
  readonly fault: 'changed' | 'missing' | 'unlinked' | 'unreadable' | 'cut' | 'other'
  readonly window_start?: Date | null
}

/** A record of what was seen. */
export interface RecordFault {
  readonly table: 'analysis' | 'check_detail'
  readonly service_id: number
  readonly fault: 'changed' | 'added' | 'missing' | 'unfound'
  readonly window_start: Date
  readonly time?: Date
  /** Between which two something is missing; null where nothing is before or after it in its window. */
  readonly after?: Date | null
  readonly before?: Date | null
}

/** A whole day that is gone while older ones are there. */
export interface DayFault {
  readonly table: 'analysis' | 'check_detail'
  readonly fault: 'day_missing'
  readonly day: string
}

export interface AuditFault {
  readonly table: 'audit'
  readonly fault: 'changed' | 'missing' | 'unlinked' | 'personal' | 'cut' | 'other'
  readonly tree_id: number
  readonly sequence: number
  readonly id?: number
  readonly time?: Date
}

export interface CorrectionFault {
  readonly table: 'correction'
  readonly fault: 'changed' | 'missing' | 'added'
  readonly id: number
  readonly service_id: number | null
  readonly fields?: readonly string[]
}

export type VerifyFault = SealFault | RecordFault | DayFault | AuditFault | CorrectionFault

const maxNamed = 100

/** Takes faults as they are found: the first hundred are named, the others counted. */
export class FaultList {
  readonly named: VerifyFault[] = []
  count = 0

  add(fault: VerifyFault): void {
    this.count += 1
    if (this.named.length < maxNamed) this.named.push(fault)
  }
}
