"""The statistics behind every table: pure functions, no frames, no files, no clock.

A *run* is one case tried once; a *case* may have several runs; a *cluster* holds cases of one scenario.
Runs of one case are never counted as independent, and neither are cases of one cluster. Random
resampling takes its seed as an argument. Missing runs are the caller's: they arrive here as failures.
"""

from toolward.analysis.stats.equivalence import MARGIN, Equivalence, paired_equivalence
from toolward.analysis.stats.flips import FlipNoise, chance_of_flips, flip_rate, flips_against_noise
from toolward.analysis.stats.intervals import (
    Interval,
    Rate,
    case_means,
    clustered_rate,
    upper_bound,
    wilson,
)
from toolward.analysis.stats.paired import (
    bootstrap_difference,
    effective_flips,
    holm,
    mcnemar_exact,
    mean_difference,
    sign_flip,
    tango,
)
from toolward.analysis.stats.pass_k import PassK, pass_k
from toolward.analysis.stats.power import (
    mcnemar_power,
    minimum_detectable_effect,
    minimum_detectable_mean,
)

__all__ = [
    "MARGIN",
    "Equivalence",
    "FlipNoise",
    "Interval",
    "PassK",
    "Rate",
    "bootstrap_difference",
    "case_means",
    "chance_of_flips",
    "clustered_rate",
    "effective_flips",
    "flip_rate",
    "flips_against_noise",
    "holm",
    "mcnemar_exact",
    "mcnemar_power",
    "mean_difference",
    "minimum_detectable_effect",
    "minimum_detectable_mean",
    "paired_equivalence",
    "pass_k",
    "sign_flip",
    "tango",
    "upper_bound",
    "wilson",
]
