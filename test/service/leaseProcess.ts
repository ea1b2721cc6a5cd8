/** A process that sends for ever, as far as its leases show, until a test kills it. */

import { openLeases } from '../../electron/service/leases.ts'
import { systemClock } from '../../electron/util/time.ts'

const leases = openLeases({ path: process.argv[2] ?? '', clock: systemClock })
for (let count = 1; count <= 50; count++) leases.append()
process.stdout.write('sent\n')
setInterval(() => {}, 1_000)
