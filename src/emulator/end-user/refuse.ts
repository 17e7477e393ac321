import { OptionsError } from '../../errors/index.ts';
import { ApiError } from '../world/index.ts';

/** Runs `act`; what the API would refuse is told as an `OptionsError`, for here it was asked for in code. */
export function refuseInCode<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new OptionsError(`${error.message} (${error.code}).`, { cause: error });
  }
}
