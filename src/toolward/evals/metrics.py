"""What Inspect prints at the end of a run, over all runs of all epochs. The tables of `analysis` count every
planned run; these see only the samples that Inspect scored."""

from __future__ import annotations

from collections import Counter, defaultdict

from inspect_ai.scorer import Metric, SampleScore, Value, metric


@metric(scores="unreduced")
def rate() -> Metric:
    """The share of scored samples with value 1."""

    def compute(scores: list[SampleScore]) -> Value:
        return sum(s.score.as_int() for s in scores) / len(scores) if scores else 0.0

    return compute


@metric(scores="unreduced")
def by_category() -> Metric:
    """The share of successes in each category."""

    def compute(scores: list[SampleScore]) -> Value:
        groups: dict[str, list[int]] = defaultdict(list)
        for s in scores:
            groups[(s.sample_metadata or {}).get("category", "no category")].append(s.score.as_int())
        return {name: sum(values) / len(values) for name, values in sorted(groups.items())}

    return compute


@metric(scores="unreduced")
def share_stated() -> Metric:
    """The mean share of facts stated, over the runs whose case lists any; nothing when none does."""

    def compute(scores: list[SampleScore]) -> Value:
        return {"mean": sum(s.score.as_float() for s in scores) / len(scores)} if scores else {}

    return compute


@metric(scores="unreduced")
def failure_counts() -> Metric:
    """How often each failure class occurred."""

    def compute(scores: list[SampleScore]) -> Value:
        counts = Counter(s.score.as_str() for s in scores)
        return dict(counts.most_common())

    return compute
