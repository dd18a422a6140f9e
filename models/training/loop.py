"""What both trainings share: the clock, the average weights, checkpoints, the log."""

import argparse
import csv
import datetime
import json
import math
import os
import sys
import time

import numpy as np
import torch
from networks import build, n_parameters

HERE = os.path.dirname(os.path.abspath(__file__))
WORK, STATE = os.environ.get("TRAINING_WORK", os.path.join(HERE, "work")), os.path.join(HERE, "state")
SAVE_EVERY_S = 90


def arguments(what, batch, lr, **more):
    ap = argparse.ArgumentParser(description=what)
    ap.add_argument("--pool", default=os.path.join(WORK, "pool"), help="folder of rendered pictures (pictures.py fills it)")
    ap.add_argument("--photos", help="pool of labelled photographs to mix in (photos.py makes it)")
    ap.add_argument("--lures", help="pool of pictures with what was wrongly taken for tiles to mix in (lures.py makes it)")
    ap.add_argument("--until", help="finish the schedule at this time of day, HH:MM")
    ap.add_argument("--minutes", type=float, default=90, help="length of the run when --until is not given")
    ap.add_argument("--images", type=int, help="length of the run in crops instead of time, to compare runs with")
    ap.add_argument("--resume", action="store_true", help="go on from work/ or, without it, from state/")
    ap.add_argument("--again", action="store_true", help="with --resume: a new schedule from full learning rate")
    ap.add_argument("--begin", help="begin with the weights of this checkpoint as far as they fit")
    ap.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    ap.add_argument("--threads", type=int, default=1)
    ap.add_argument("--workers", type=int, default=1, help="processes that make crops; beside a GPU as many as there are cores")
    ap.add_argument("--seed", type=int, default=61)
    ap.add_argument("--batch", type=int, default=batch)
    ap.add_argument("--lr", type=float, default=lr)
    ap.add_argument("--rank", type=int, default=0, help="this process's number when several train together")
    ap.add_argument("--world", type=int, default=1, help="how many processes train together on this machine (gloo)")
    ap.add_argument("--port", type=int, default=29561)
    ap.add_argument("--report", type=int, default=50, help="steps between two lines of progress")
    for name, value in more.items():
        ap.add_argument("--" + name.replace("_", "-"), type=type(value), default=value)
    return ap.parse_args()


def whole(tensors):
    """Tensors of a checkpoint in full precision."""
    return {k: v.float() if v.dtype.is_floating_point else v for k, v in tensors.items()}


class Clock:
    """Progress 0..1 by wall clock, or by crops; a resumed run spreads what was left over its own time."""

    def __init__(self, args, progress=0.0):
        self.start, self.first = time.time(), progress
        self.seconds, self.images = args.minutes * 60, args.images
        if args.until:
            hour, minute = map(int, args.until.split(":"))
            now = datetime.datetime.now()
            end = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
            if end <= now:
                end += datetime.timedelta(days=1)
            self.seconds = (end - now).total_seconds()

    def progress(self, images):
        """`images` is the number of crops seen by this run."""
        part = images / self.images if self.images else (time.time() - self.start) / self.seconds
        return self.first + (1 - self.first) * min(1.0, part)


def learning_rate(peak, progress, step, hold=0.4):
    """A short warm-up, constant, then a cosine down to 2 %."""
    rate = peak * min(1.0, (step + 1) / 200)
    if progress > hold:
        rate *= 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (progress - hold) / (1 - hold)))
    return rate


class Average:
    """Exponential average of weights and batch statistics; it forgets faster while the run is young."""

    def __init__(self, net, decay):
        self.decay = decay
        self.values = {k: v.detach().clone() for k, v in net.state_dict().items()}

    @torch.no_grad()
    def update(self, net, step):
        d = min(self.decay, max(0.0, 1 - 8 / (step + 1)))
        state = net.state_dict()
        floats = [k for k, v in state.items() if v.dtype.is_floating_point]
        torch._foreach_lerp_([self.values[k] for k in floats], [state[k] for k in floats], 1 - d)


class Run:
    """A network in training with its optimiser, average, checkpoints and log."""

    def __init__(self, name, args, decay, weight_decay):
        torch.manual_seed(args.seed)
        torch.set_num_threads(args.threads)
        self.name, self.args = name, args
        self.device = torch.device(args.device)
        self.net = build(name).to(self.device, memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=args.lr, weight_decay=weight_decay)
        self.average = Average(self.net, decay)
        self.step, self.images, self.first_progress = 0, 0, 0.0
        os.makedirs(WORK, exist_ok=True)
        if args.begin:
            self.begin(args.begin)
        if args.resume:
            self.load()
        self.clock, self.images_before = Clock(args, self.first_progress), self.images
        self.progress = self.first_progress
        if args.world > 1:
            torch.distributed.init_process_group(
                "gloo", init_method=f"tcp://127.0.0.1:{args.port}", rank=args.rank, world_size=args.world
            )
        self.sums, self.since, self.saved = {}, (time.time(), self.images, self.step), time.time()
        self.type = torch.bfloat16 if args.device == "cpu" else torch.float16
        self.scaler = torch.amp.GradScaler("cuda", enabled=args.device == "cuda")
        print(f"{name}: {n_parameters(self.net)} parameters, from step {self.step}, {self.clock.seconds / 60:.0f} minutes", flush=True)

    def begin(self, path):
        """Weights of another network by name, where the shapes are the same."""
        own = self.net.state_dict()
        theirs = {k: v.float() for k, v in torch.load(path, map_location=self.device)["average"].items() if k in own and v.shape == own[k].shape}
        self.net.load_state_dict(own | theirs)
        self.average = Average(self.net, self.average.decay)
        print(f"{len(theirs)} of {len(own)} tensors from {path}", flush=True)

    def load(self):
        for folder in (WORK, STATE):
            path = os.path.join(folder, self.name + ".pt")
            if os.path.exists(path):
                break
        else:
            sys.exit(f"nothing to resume: neither work/{self.name}.pt nor state/{self.name}.pt")
        saved = torch.load(path, map_location=self.device)
        self.net.load_state_dict(whole(saved["weights"]))
        self.average.values = whole(saved["average"])
        moments = [whole(m) for m in saved["moments"]]
        for p, m in zip(self.net.parameters(), moments):
            first = m.get("exp_avg", torch.zeros_like(p))
            self.optimiser.state[p] = {"step": torch.tensor(float(saved["step"])), "exp_avg": first, "exp_avg_sq": m["exp_avg_sq"]}
        self.step, self.images = saved["step"], saved["images"]
        self.first_progress = 0.0 if self.args.again else saved["progress"]

    def save(self):
        """A checkpoint in full precision to work/ (ignored by git); `state.py` makes the small one."""
        moments = [{k: s[k] for k in ("exp_avg", "exp_avg_sq")} for s in (self.optimiser.state[p] for p in self.net.parameters())]
        saved = {"weights": self.net.state_dict(), "average": self.average.values, "moments": moments}
        saved |= {"step": self.step, "images": self.images, "progress": self.done()}
        path = os.path.join(WORK, self.name + ".pt")
        torch.save(saved, path + ".part")
        os.rename(path + ".part", path)
        self.saved = time.time()

    def forward(self, images, net=None):
        """uint8 [B, H, W, 3] -> float32 output of the network, or of another one, computed in 16 bits."""
        x = torch.as_tensor(np.asarray(images)).to(self.device).permute(0, 3, 1, 2)  # channels last, as in memory
        x = x.float().div_(255).sub_(0.45).mul_(4)
        with torch.autocast(self.args.device, dtype=self.type):
            y = (net or self.net)(x)
        return y.float()

    def learn(self, loss, parts, n_images):
        """One step of the optimiser; `parts` are the numbers to log."""
        self.optimiser.zero_grad(set_to_none=True)
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimiser)
        self.progress = self.shared_progress()
        rate = learning_rate(self.args.lr, self.progress, self.step)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.scaler.step(self.optimiser)
        self.scaler.update()
        self.step, self.images = self.step + 1, self.images + n_images * self.args.world
        self.average.update(self.net, self.step)
        for key, value in parts.items():
            self.sums[key] = self.sums.get(key, 0.0) + float(value.detach())
        if self.args.rank == 0 and self.step % self.args.report == 0:
            self.report(rate)
        if self.args.rank == 0 and time.time() - self.saved > SAVE_EVERY_S:
            self.save()

    def done(self):
        return self.clock.progress(self.images - self.images_before)

    def shared_progress(self):
        """The clock's progress. With several processes also the mean of their gradients, so that all take the same step."""
        if self.args.world == 1:
            return self.done()
        gradients = [p.grad for p in self.net.parameters()]
        flat = torch.cat([g.flatten() for g in gradients] + [torch.tensor([self.done()])])
        torch.distributed.all_reduce(flat)
        flat /= self.args.world
        at = 0
        for g in gradients:
            g.copy_(flat[at : at + g.numel()].view_as(g))
            at += g.numel()
        return float(flat[-1])

    def report(self, rate):
        now, (then, images, step) = time.time(), self.since
        row = {"time": time.strftime("%H:%M:%S"), "step": self.step, "images": self.images}
        row |= {"per_second": round((self.images - images) / (now - then), 1), "progress": round(self.done(), 4)}
        row |= {"lr": f"{rate:.6f}"} | {k: round(v / (self.step - step), 4) for k, v in self.sums.items()}
        print(json.dumps(row), flush=True)
        path = os.path.join(WORK, self.name + ".csv")
        new = not os.path.exists(path)
        with open(path, "a", newline="") as f:
            table = csv.DictWriter(f, row.keys())
            if new:
                table.writeheader()
            table.writerow(row)
        self.sums, self.since = {}, (now, self.images, self.step)

    def train(self, batches, loss_of):
        """Until the clock runs out: `loss_of(run, batch)` -> (loss, parts, number of images)."""
        self.net.train()
        for batch in batches:
            if self.progress >= 1:
                break
            self.learn(*loss_of(self, batch))
        if self.args.rank > 0:
            return
        self.save()
        print(f"{self.name}: done, {self.images} images", flush=True)


def loader(dataset, workers):
    """Processes that make batches ahead of the training."""
    return torch.utils.data.DataLoader(dataset, batch_size=None, num_workers=workers, prefetch_factor=6, worker_init_fn=own_session)


def worker():
    """The number of the process that makes batches, so that no two make the same."""
    info = torch.utils.data.get_worker_info()
    return info.id if info else 0


def own_session(_):
    """Lets the kernel's scheduler treat the loader and the training as two jobs; otherwise they halve one job's share."""
    os.setsid()
