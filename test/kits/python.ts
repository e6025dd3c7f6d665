import { spawnSync } from 'node:child_process'

/** The system's Python, which has the packages of the system. */
export const python = '/usr/bin/python3'

const needed = 'import sys, pytest, xdist; assert sys.version_info >= (3, 10)'

/** A machine that has to run all tests fails where the programs are missing. */
export const hasKitsForPytest =
  process.env['CLOUDSEC_SYSTEM'] === 'required' || spawnSync(python, ['-c', needed]).status === 0
