import type { Connection } from '../../electron/core/connection.ts'
import { breathe } from './virtualClock.ts'

export interface Counted {
  connection: Connection
  /**
   * Lets calls on their way be answered, so that time moved by hand does not overtake sockets on a busy machine. A call
   * that itself waits for the clock, as for its budget, is not waited for.
   */
  answers(): Promise<void>
}

/** Files are written meanwhile, too. */
const FEWEST_TURNS = 8
const MOST_TURNS = 250

/** A connection that counts its calls. */
export function counted(connection: Connection): Counted {
  let underWay = 0
  return {
    connection: {
      ...connection,
      connect(observe) {
        const client = connection.connect(observe)
        return {
          ...client,
          call(...input) {
            underWay += 1
            return client.call(...input).finally(() => {
              underWay -= 1
            })
          },
        }
      },
    },
    async answers() {
      for (let turns = 0; turns < FEWEST_TURNS || (underWay > 0 && turns < MOST_TURNS); turns += 1) await breathe()
    },
  }
}
