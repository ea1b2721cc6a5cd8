import type { RehearsalFault, RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import type { AccountKind, ScenarioName } from '../../../shared/rehearsal/rehearsalKinds.ts'

/** A broadcast that runs on the local studio. */
export interface StudioRunning {
  projectId: string
  projectName: string
  liveId: string
}

/**
 * The local studio's own administration, beside the service's interface: no hosted service has it, so nothing asked for
 * here can reach one. Everything rejects with a plain message when the studio says no or does not answer.
 */
export interface Rehearsal {
  read(): Promise<RehearsalState>
  setFault(fault: RehearsalFault): Promise<void>
  clearFault(faultId: string): Promise<void>
  /** Answers how many there were. */
  clearFaults(): Promise<number>
  playScenario(name: ScenarioName): Promise<void>
  stopScenario(): Promise<void>
  setAccount(account: AccountKind): Promise<void>
  setPreparing(ms: number): Promise<void>
  /** Answers the file the key lies in. */
  createKey(label: string): Promise<string>
  /** Answers the label of the key that was revoked. */
  revokeKey(keyId: string): Promise<string>
  /** What is on air on it, whichever project. */
  onAir(): Promise<StudioRunning[]>
}
