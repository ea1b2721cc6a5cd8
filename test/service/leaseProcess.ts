/** A process of its own that sends for ever, as far as its leases show; to be killed. */

import { openLeases } from '../../electron/service/leases.ts'
import { systemClock } from '../../electron/util/time.ts'

const leases = openLeases({ path: process.argv[2] ?? '', clock: systemClock })
for (let count = 1; count <= 50; count++) leases.append()
process.stdout.write('sent\n')
setInterval(() => {}, 1_000)
